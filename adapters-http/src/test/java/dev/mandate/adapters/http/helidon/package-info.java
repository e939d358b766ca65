/** Tests of the binding to the server. */
@NullMarked
package dev.mandate.adapters.http.helidon;

import org.jspecify.annotations.NullMarked;
