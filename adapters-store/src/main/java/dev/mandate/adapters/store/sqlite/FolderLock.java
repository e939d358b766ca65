package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.ports.file.FileFault;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second writer out of a folder, also one of this process. The operating system lets go of it when the process ends,
 * however it ends; the file that stays behind means nothing.
 */
final class FolderLock implements AutoCloseable {

    private static final String NAME = "mandate.lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static Either<StoreProblem, FolderLock> take(Path folder) {
        try {
            FileChannel channel = FileChannel.open(
                    folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return Either.right(new FolderLock(channel));
                }
            } catch (OverlappingFileLockException ownProcess) {
                // the same answer as to another process
            }
            channel.close();
            return Either.left(new StoreProblem.InUse(folder.toString()));
        } catch (IOException e) {
            return Either.left(new StoreProblem.Unusable(folder.toString(), FileFault.text(e)));
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // the lock goes with the process at the latest, and nothing was written
        }
    }
}
