package dev.mandate.app;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.engine.audit.JournalIdentity;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.keys.JournalBinding.Content;
import java.nio.file.Path;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.AuditTrust.NotedCheckpoint;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate verify-log}: exits with 0 only if the journal is intact. It only reads, so the server may run meanwhile. */
@Command(
        name = "verify-log",
        description = "Checks the journal's hash chain, its signed checkpoints, and every table. With the operator's secret in --data-dir also all MACs.",
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
            description = "The public key that must have signed all checkpoints (default: the one that the operator's secret gives, or that the anchor remembers).")
    private String key = "";

    @picocli.CommandLine.Option(
            names = "--checkpoint",
            paramLabel = "N:HASH",
            defaultValue = "",
            description = "A checkpoint noted earlier, as this command printed it. The journal must still have it.")
    private String checkpoint = "";

    @Mixin
    private VaultDir vaultDir = new VaultDir();

    @picocli.CommandLine.Option(
            names = "--vault-passphrase-file",
            paramLabel = "FILE",
            defaultValue = "${env:MANDATE_VAULT_PASSPHRASE_FILE:-}",
            description = "The file of the vault's passphrase: then also whether the sealed vault belongs to the journal.")
    private String passphrase = "";

    @Override
    public Integer call() {
        Option<Bytes32> givenKey = key.isEmpty() ? Option.none() : Option.some(hash("--log-key", key));
        Option<NotedCheckpoint> noted = checkpoint.isEmpty() ? Option.none() : Option.some(noted());
        Either<String, Option<OperatorSecret>> secret = secret();
        // Before the journal, which only grows.
        Either<String, Option<Anchor>> anchor = secret.flatMap(known -> anchor());
        Either<String, Option<Content>> vault = anchor.flatMap(known -> vault());
        Either<String, StoreReader> opened = vault.flatMap(known -> store.openReader().mapLeft(StoreProblem::text));
        if (opened.isLeft()) {
            spec.commandLine().getErr().println(opened.getLeft());
            return 1;
        }
        try (StoreReader reader = opened.get()) {
            Option<OperatorSecret> operator = secret.get().map(known -> knowing(known, reader));
            AuditTrust trust = new AuditTrust(
                    givenKey.orElse(operator.map(known -> known.logSigner().key())).orElse(anchor.get().flatMap(Anchor::logKey)), operator.map(OperatorSecret::journalMac), noted, anchor.get());
            LogReport report =
                    LogVerifier.verify(reader, Engines.projections(), trust, ServerClock.of(InstantSource.system()));
            Option<JournalId> foreign = vault.get()
                    .flatMap(Content::journal)
                    .filter(known -> !JournalIdentity.of(reader).contains(known));
            print(report, trust, LostCommits.acceptedAt(reader), vaultLine(vault.get(), foreign));
            return report.findings().isEmpty() && foreign.isEmpty() ? 0 : 1;
        }
    }

    /** The secret with those that it replaced. If it is another one, or the record of them is damaged, it finds wrong MACs. */
    private static OperatorSecret knowing(OperatorSecret secret, JournalReader journal) {
        try {
            return secret.knowing(SecretRotations.replaced(journal)).getOrElse(secret);
        } catch (JournalUnavailableException damaged) {
            return secret;
        }
    }

    /** Returns the operator's secret in the data folder; none if there is none. */
    private Either<String, Option<OperatorSecret>> secret() {
        Either<KeyFileProblem, OperatorSecret> opened = OperatorSecret.open(store.folder().resolve(OperatorSecret.NAME));
        return opened.isLeft() && opened.getLeft() instanceof KeyFileProblem.Missing
                ? Either.right(Option.none())
                : opened.bimap(KeyFileProblem::text, Option::some);
    }

    /** What the sealed vault remembers; none without its passphrase. */
    private Either<String, Option<Content>> vault() {
        return passphrase.isEmpty()
                ? Either.right(Option.none())
                : new OwnerOnlyFile(Path.of(passphrase))
                        .readLine()
                        .flatMap(words -> FileVault.open(vaultDir.of(store.folder()), words))
                        .mapLeft(KeyFileProblem::text)
                        .flatMap(opened -> {
                            try (FileVault vault = opened) {
                                return vault.journalBinding().get().read().map(Option::some);
                            }
                        });
    }

    private String vaultLine(Option<Content> vault, Option<JournalId> foreign) {
        return vault.map(content -> foreign.map(other -> "✗ the vault in " + vaultDir.of(store.folder()) + " belongs to the journal " + other)
                        .getOrElse(() -> content.keys() + " keys; it belongs to " + (content.journal().isDefined() ? "this journal" : "no journal yet")))
                .getOrElse("not judged: give --vault-passphrase-file");
    }

    private Either<String, Option<Anchor>> anchor() {
        try {
            return Either.right(new AnchorFile(store.folder()).read());
        } catch (JournalUnavailableException e) {
            return Either.left(String.valueOf(e.getMessage()));
        }
    }

    private NotedCheckpoint noted() {
        String[] parts = checkpoint.split(":", -1);
        if (parts.length != 2 || !parts[0].matches("[1-9][0-9]{0,17}")) {
            throw wrong("--checkpoint is a number and a hash with a colon between, such as 12:0123…");
        }
        return new NotedCheckpoint(Long.parseLong(parts[0]), hash("--checkpoint", parts[1]));
    }

    private Bytes32 hash(String option, String hex) {
        try {
            return Bytes32.of(Bytes.ofHex(hex).toArray());
        } catch (IllegalArgumentException e) {
            throw wrong(option + " is not 64 hexadecimal digits: " + e.getMessage());
        }
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    private void print(LogReport report, AuditTrust trust, Option<UnixTime> lossAccepted, String vault) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("journal      " + store.place());
        out.println("events       " + report.events() + " in " + report.streams() + " streams");
        out.println("rows         " + report.rows() + " compared with what their events add up to");
        out.println("MACs         " + (trust.mac().isDefined()
                ? "checked with the operator's secret"
                : "not judged: there is no " + OperatorSecret.NAME + " in " + store.folder()));
        out.println("signatures   " + (trust.logKey().isDefined()
                ? "checked with the log's key"
                : "only that one key made all of them: there is no " + OperatorSecret.NAME + " in " + store.folder() + ", and no --log-key"));
        out.println("checkpoints  " + report.checkpoints());
        for (SignedCheckpoint last : report.lastCheckpoint()) {
            out.println("  the last   is number " + last.checkpoint().number() + " at position "
                    + last.checkpoint().position() + ", of " + last.checkpoint().signedAt());
            out.println("    note     --checkpoint " + last.checkpoint().number() + ":" + hex(last.checkpoint().hash()));
            out.println("    key      " + hex(last.key()));
        }
        out.println("unsigned     " + report.unsigned()
                + " events behind the last checkpoint: chained, but a removal of the last of them is not detected");
        out.println("age          " + trust.anchor()
                .map(anchor -> "compared with " + AnchorFile.NAME + " in " + store.folder() + ", which remembers "
                        + anchor.last().map(last -> "checkpoint " + last.number() + " of " + last.signedAt()).getOrElse("no checkpoint"))
                .orElse(() -> trust.noted().map(noted -> "compared with --checkpoint"))
                .getOrElse(() -> "not judged: there is no " + AnchorFile.NAME + " in " + store.folder()
                        + ", and without --checkpoint an older copy of the whole journal is not detected"));
        out.println("vault        " + vault);
        lossAccepted.forEach(at -> out.println("lost         commits; the operator accepted it at " + at));
        report.findings().forEach(finding -> out.println("✗ " + finding.text()));
        out.println(
                report.findings().isEmpty()
                        ? "✓ nothing was edited, removed, inserted or reordered"
                        : "✗ the journal is not what was written: " + report.findings().size() + " findings. Keep it as it is, and restore the"
                                + " newest backup that this command accepts in another place.");
    }

    private static String hex(Bytes32 bytes) {
        return Bytes.of(bytes.toArray()).toHex();
    }
}
