package dev.mandate.app;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.tenant.TenantEngine;
import dev.mandate.ports.audit.SignedCheckpoint;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate verify-log}: exits with 0 only if the journal is intact. It only reads, so the server may run meanwhile. */
@Command(
        name = "verify-log",
        description = "Checks the journal's hash chain, its signed checkpoints, and its rows.",
        mixinStandardHelpOptions = true)
final class VerifyLogCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @picocli.CommandLine.Option(
            names = "--log-key",
            paramLabel = "HEX",
            defaultValue = "",
            description = "The public key that must have signed all checkpoints. Without it, any one key will do.")
    private String key = "";

    @Override
    public Integer call() {
        Option<Bytes32> trusted = key.isEmpty() ? Option.none() : Option.some(trustedKey());
        Either<StoreProblem, StoreReader> opened = store.openReader();
        if (opened.isLeft()) {
            spec.commandLine().getErr().println(opened.getLeft().text());
            return 1;
        }
        try (StoreReader reader = opened.get()) {
            LogReport report = LogVerifier.verify(reader, reader, TenantEngine.projections(), trusted);
            print(report);
            return report.findings().isEmpty() ? 0 : 1;
        }
    }

    private Bytes32 trustedKey() {
        try {
            return Bytes32.of(Bytes.ofHex(key).toArray());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--log-key is not 64 hexadecimal digits: " + e.getMessage(), e);
        }
    }

    private void print(LogReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("journal      " + store.place());
        out.println("events       " + report.events() + " in " + report.streams() + " streams");
        out.println("rows         " + report.rows() + " compared with what their events add up to");
        out.println("checkpoints  " + report.checkpoints());
        for (SignedCheckpoint last : report.lastCheckpoint()) {
            out.println("  the last   is number " + last.checkpoint().number() + " at position "
                    + last.checkpoint().position() + ", of " + last.checkpoint().signedAt());
            out.println("    hash     " + hex(last.checkpoint().hash()));
            out.println("    key      " + hex(last.key()) + (key.isEmpty() ? " (give it as --log-key to be sure)" : ""));
        }
        out.println("unsigned     " + report.unsigned()
                + " events behind the last checkpoint: chained, but nobody would miss the last of them");
        report.findings().forEach(finding -> out.println("✗ " + finding.text()));
        out.println(
                report.findings().isEmpty()
                        ? "✓ nothing was edited, removed, inserted or reordered"
                        : "✗ the journal is not what was written: " + report.findings().size() + " findings");
    }

    private static String hex(Bytes32 bytes) {
        return Bytes.of(bytes.toArray()).toHex();
    }
}
