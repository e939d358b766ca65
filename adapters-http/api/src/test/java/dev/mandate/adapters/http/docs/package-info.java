/** Tests of the page that shows the service's description. */
@NullMarked
package dev.mandate.adapters.http.docs;

import org.jspecify.annotations.NullMarked;
