/** How this interface shows failures: the status of each code, the codes that only it has, and the names of its fields. */
@NullMarked
package dev.mandate.adapters.http.error;

import org.jspecify.annotations.NullMarked;
