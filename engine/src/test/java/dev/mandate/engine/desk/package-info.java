@NullMarked
package dev.mandate.engine.desk;

import org.jspecify.annotations.NullMarked;
