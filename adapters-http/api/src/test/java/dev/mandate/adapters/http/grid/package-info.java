/** Tests of the public SDK's words. */
@NullMarked
package dev.mandate.adapters.http.grid;

import org.jspecify.annotations.NullMarked;
