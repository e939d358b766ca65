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
 * Keeps a second writer out of a folder, also one of this process. The operating system lets go of it when the process ends,
 * however it ends; the file that stays behind means nothing.
 */
final class FolderLock implements AutoCloseable {

    private static final String NAME = "mandate.lock";

    /** The folders that this process holds. POSIX drops all locks of a process on a file as soon as one of its channels on it is closed. */
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

    /** More than once is as once. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // the lock goes with the process at the latest, and nothing was written
        } finally {
            HELD.remove(file);
        }
    }
}
