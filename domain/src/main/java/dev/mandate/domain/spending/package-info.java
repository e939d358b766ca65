/** What a few may spend without asking the many: limits, their periods, and the use of them. */
@NullMarked
package dev.mandate.domain.spending;

import org.jspecify.annotations.NullMarked;
