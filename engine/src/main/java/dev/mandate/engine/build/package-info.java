/** One builder for each kind of request: it loads what the request touches, checks it, and makes the operations. */
@NullMarked
package dev.mandate.engine.build;

import org.jspecify.annotations.NullMarked;
