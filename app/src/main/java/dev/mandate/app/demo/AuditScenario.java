package dev.mandate.app.demo;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogReport;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The last part of the demo: the server signed checkpoints of its journal, and an auditor verifies them. */
final class AuditScenario {

    private final DemoOutput output;
    private final DemoEnvironment environment;

    AuditScenario(DemoOutput output, DemoEnvironment environment) {
        this.output = output;
        this.environment = environment;
    }

    void play() {
        output.step("The server stops, and an auditor reads its journal");
        environment.close();
        Either<String, LogReport> honest = environment.audit(environment.logKey());
        honest.swap().forEach(output::broken);
        honest.forEach(this::verified);
        Either<String, LogReport> mistrusted = environment.audit(Bytes32.ZERO);
        mistrusted.swap().forEach(output::broken);
        mistrusted.forEach(this::refused);
        environment.keptAt().forEach(folder -> output.fact(
                "yourself",
                "./mandate verify-log --data-dir " + folder + " --log-key "
                        + Bytes.of(environment.logKey().toArray()).toHex()));
    }

    private void verified(LogReport report) {
        output.fact("kept", report.events() + " events in " + report.streams() + " streams, in SQLite");
        if (report.lastCheckpoint().isDefined() && report.unsigned() == 0) {
            output.held("signed", "all of them, by a key that signs nothing else");
        } else {
            output.broken(report.unsigned() + " events that nobody signed for");
        }
        if (report.findings().isEmpty()) {
            output.held("verified", "nothing was edited, removed, inserted or reordered");
        }
        report.findings().map(LogFinding::text).forEach(output::broken);
    }

    private void refused(LogReport report) {
        Option<LogFinding> forged = report.findings().find(LogFinding.CheckpointForged.class::isInstance);
        forged.forEach(finding ->
                output.refused("the same journal, if another key should have signed it", finding.text()));
        if (forged.isEmpty()) {
            output.broken("another key is taken for the log's");
        }
    }
}
