/** Content that instructions record, approve or execute: read from the chain, and checked. */
@NullMarked
package dev.mandate.engine.content;

import org.jspecify.annotations.NullMarked;
