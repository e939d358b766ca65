@NullMarked
package dev.mandate.engine.tenant;

import org.jspecify.annotations.NullMarked;
