package dev.mandate.ports.spi.audit;

import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Keeps an {@link Anchor} where access to the journal's database does not suffice to change it: on another disk, for example.
 * Each instance may have an anchor of its own, or several may share one.
 *
 * <p>Every call may block, and is safe from any thread and process. A fault of the storage, and content that no {@link #update}
 * wrote, is a {@link dev.mandate.ports.spi.journal.JournalUnavailableException}: an unreadable anchor must not pass for a
 * missing one.
 */
public interface AnchorStore {

    /** The anchor; none if there never was one. */
    Option<Anchor> read();

    /**
     * Replaces the anchor as a whole. The new one is durable when the call returns; a crash leaves one of the two. Of concurrent calls each sees
     * the anchor of the one before it. If the new anchor equals the old one, nothing is written.
     *
     * @param change computes the new anchor from the present one; called once
     * @return the new anchor
     */
    Anchor update(Function<Option<Anchor>, Anchor> change);
}
