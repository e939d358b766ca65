@NullMarked
package dev.mandate.engine.submission;

import org.jspecify.annotations.NullMarked;
