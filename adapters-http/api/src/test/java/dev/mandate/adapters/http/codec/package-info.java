/** Tests of single encodings. */
@NullMarked
package dev.mandate.adapters.http.codec;

import org.jspecify.annotations.NullMarked;
