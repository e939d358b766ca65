/**
 * A journal in memory, and the contract that every journal keeps. An adapter's test extends {@link
 * dev.mandate.testkit.journal.JournalContract} and gives it a fresh journal for each test.
 */
@NullMarked
package dev.mandate.testkit.journal;

import org.jspecify.annotations.NullMarked;
