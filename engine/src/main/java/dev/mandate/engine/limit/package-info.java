/** Spending limits that the engine keeps: their record, what lets their policy keys sign, and their end. */
@NullMarked
package dev.mandate.engine.limit;

import org.jspecify.annotations.NullMarked;
