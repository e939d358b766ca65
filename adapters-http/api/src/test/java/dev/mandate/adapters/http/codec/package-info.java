/** Tests of single spellings. */
@NullMarked
package dev.mandate.adapters.http.codec;

import org.jspecify.annotations.NullMarked;
