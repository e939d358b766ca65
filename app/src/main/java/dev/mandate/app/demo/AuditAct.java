package dev.mandate.app.demo;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogReport;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The end of the story: the server has signed for its journal, which is read once more by somebody who believes nothing. */
final class AuditAct {

    private final Narrator narrator;
    private final Venue venue;

    AuditAct(Narrator narrator, Venue venue) {
        this.narrator = narrator;
        this.venue = venue;
    }

    void play() {
        narrator.step("The server stops, and an auditor reads its journal");
        venue.close();
        Either<String, LogReport> honest = venue.audit(venue.logKey());
        honest.swap().forEach(narrator::broken);
        honest.forEach(this::told);
        Either<String, LogReport> mistrusted = venue.audit(Bytes32.ZERO);
        mistrusted.swap().forEach(narrator::broken);
        mistrusted.forEach(this::refused);
        venue.keptAt().forEach(folder -> narrator.fact(
                "yourself",
                "./mandate verify-log --data-dir " + folder + " --log-key "
                        + Bytes.of(venue.logKey().toArray()).toHex()));
    }

    private void told(LogReport report) {
        narrator.fact("kept", report.events() + " events in " + report.streams() + " streams, in SQLite");
        if (report.lastCheckpoint().isDefined() && report.unsigned() == 0) {
            narrator.held("signed", "all of them, by a key that signs nothing else");
        } else {
            narrator.broken(report.unsigned() + " events that nobody signed for");
        }
        if (report.findings().isEmpty()) {
            narrator.held("verified", "nothing was edited, removed, inserted or reordered");
        }
        report.findings().map(LogFinding::text).forEach(narrator::broken);
    }

    private void refused(LogReport report) {
        Option<LogFinding> forged = report.findings().find(LogFinding.CheckpointForged.class::isInstance);
        forged.forEach(finding ->
                narrator.refused("the same journal, if another key should have signed it", finding.text()));
        if (forged.isEmpty()) {
            narrator.broken("another key is taken for the log's");
        }
    }
}
