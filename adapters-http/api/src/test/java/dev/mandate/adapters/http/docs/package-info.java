/** The page on which the service's description is browsed. */
@NullMarked
package dev.mandate.adapters.http.docs;

import org.jspecify.annotations.NullMarked;
