/** Everything that can go wrong, as one table of codes and one body. */
@NullMarked
package dev.mandate.adapters.http.error;

import org.jspecify.annotations.NullMarked;
