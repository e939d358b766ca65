@NullMarked
package dev.mandate.client;

import org.jspecify.annotations.NullMarked;
