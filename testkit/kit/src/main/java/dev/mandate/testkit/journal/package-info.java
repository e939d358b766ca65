/**
 * The contract of a journal and its store. An adapter's test extends {@link dev.mandate.testkit.journal.StoreContract}, and supplies a fresh
 * store for each test. What it can do to the store it declares in {@link dev.mandate.testkit.journal.StoreUnderTest}.
 */
@NullMarked
package dev.mandate.testkit.journal;

import org.jspecify.annotations.NullMarked;
