import { testCodeBlocks } from "./code-blocks.js";

testCodeBlocks("sandbox.md", "");
