package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Excludes a second writer from a folder, in this process or another. The operating system releases the lock whenever the
 * process ends. The lock file remains and has no meaning without the lock.
 */
final class FolderLock implements AutoCloseable {

    private static final String NAME = "mandate.lock";

    /**
     * The folders that this process has locked. POSIX releases all of a process's locks on a file when it closes any channel on
     * that file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static Either<StoreProblem, FolderLock> take(Path folder) {
        try {
            Path file = folder.toRealPath().resolve(NAME);
            if (!HELD.add(file)) {
                return Either.left(new StoreProblem.InUse(folder.toString()));
            }
            Option<FolderLock> taken = Option.none();
            try {
                taken = lock(file);
            } finally {
                if (taken.isEmpty()) {
                    HELD.remove(file);
                }
            }
            return taken.toEither(() -> new StoreProblem.InUse(folder.toString()));
        } catch (IOException e) {
            return Either.left(new StoreProblem.Unusable(folder.toString(), FileFault.text(e)));
        }
    }

    private static Option<FolderLock> lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file));
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
        }
        return Option.when(lock != null, () -> new FolderLock(file, channel));
    }

    /** Closing again has no effect. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // the lock ends with the process at the latest, and nothing was written to the file
        } finally {
            HELD.remove(file);
        }
    }
}
