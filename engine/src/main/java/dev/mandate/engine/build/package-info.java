/** One builder for each kind of request: it loads what the request touches, checks it, and says which operations do it. */
@NullMarked
package dev.mandate.engine.build;

import org.jspecify.annotations.NullMarked;
