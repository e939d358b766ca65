/** Backups: journal, operator's secret and sealed key vault in one file. */
@NullMarked
package dev.mandate.app.backup;

import org.jspecify.annotations.NullMarked;
