@NullMarked
package dev.mandate.adapters.http.error;

import org.jspecify.annotations.NullMarked;
