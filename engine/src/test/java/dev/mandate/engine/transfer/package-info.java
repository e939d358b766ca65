/** Tests of reading transfers from histories of which little is known. */
@NullMarked
package dev.mandate.engine.transfer;

import org.jspecify.annotations.NullMarked;
