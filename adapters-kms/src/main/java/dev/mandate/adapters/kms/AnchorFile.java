package dev.mandate.adapters.kms;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorCodec;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/** The anchor in a data folder, a file that is always replaced as a whole. Instances with the same folder share it. */
public final class AnchorFile implements AnchorStore {

    /** The file's name in a data folder. */
    public static final String NAME = "journal.anchor";

    private static final String LOCK = NAME + ".lock";

    /** The names of all files in a data folder that belong to the anchor. */
    public static final Set<String> FILES = HashSet.of(NAME, LOCK);

    /** A million ended keys need about half of it. */
    private static final int MAX_BYTES = 100_000_000;

    private final Path folder;
    private final Path path;
    private final OwnerOnlyFile file;
    private final FileMutex mutex;

    /** The anchor in {@code folder}, which is made with the first anchor. */
    public AnchorFile(Path folder) {
        this.folder = folder;
        this.path = folder.resolve(NAME);
        this.file = new OwnerOnlyFile(path);
        this.mutex = new FileMutex(folder, LOCK);
    }

    @Override
    public Option<Anchor> read() {
        Either<KeyFileProblem, byte[]> content = file.read(MAX_BYTES);
        return content.isLeft() && content.getLeft() instanceof KeyFileProblem.Missing
                ? Option.none()
                : Option.some(content.flatMap(bytes -> AnchorCodec.read(Bytes.of(bytes))
                                .<KeyFileProblem>toEither(() -> new KeyFileProblem.Damaged(path, "not an anchor as we write it")))
                        .getOrElseThrow(AnchorFile::unusable));
    }

    @Override
    public Anchor update(Function<Option<Anchor>, Anchor> change) {
        try {
            OwnerOnly.makeFolder(folder);
            return mutex.holding(() -> {
                Option<Anchor> before = read();
                Anchor after = change.apply(before);
                if (!before.contains(after)) {
                    file.replace(AnchorCodec.write(after).toArray()).forEach(problem -> {
                        throw unusable(problem);
                    });
                }
                return after;
            });
        } catch (IOException e) {
            throw new JournalUnavailableException(Effect.NONE, "the anchor " + path + " can't be used: " + FileFault.text(e), e);
        }
    }

    private static JournalUnavailableException unusable(KeyFileProblem problem) {
        return new JournalUnavailableException(Effect.NONE, "the journal's anchor can't be used: " + switch (problem) {
            case KeyFileProblem.OpenToOthers(Path file, String permissions) ->
                file + " is open to others than its owner (" + permissions + "): chmod 600 " + file;
            case KeyFileProblem.Missing missing -> missing.text();
            case KeyFileProblem.WrongPassphrase wrong -> wrong.text();
            case KeyFileProblem.Damaged damaged -> damaged.text();
            case KeyFileProblem.Unusable problems -> problems.text();
        });
    }
}
