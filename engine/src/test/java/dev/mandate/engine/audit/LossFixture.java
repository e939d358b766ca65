package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.Engines;
import dev.mandate.simulator.journal.InMemoryAnchor;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.HashSet;
import java.security.SecureRandom;

/** Journals that have lost commits, which their operator has accepted. */
public final class LossFixture {

    private LossFixture() {}

    /** Records that {@code journal} is a restored backup. */
    public static void accept(InMemoryJournal journal, UnixTime at) {
        InMemoryAnchor anchor = new InMemoryAnchor();
        AnchoredCheckpoints anchored = new AnchoredCheckpoints(
                journal, journal.checkpoints(), anchor, new TestLogSigner("log"), () -> at, Engines.ends());
        anchored.begin(anchored.compare(HashSet.empty()).get(), new SecureRandom());
        var unused = anchor.update(known -> known.get().restored());
        anchored.begin(anchored.compare(HashSet.empty()).get(), new SecureRandom());
    }
}
