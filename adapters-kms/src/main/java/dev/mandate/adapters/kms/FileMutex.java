package dev.mandate.adapters.kms;

import dev.mandate.ports.file.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Mutual exclusion of threads and processes by a lock on a file. The lock ends with its process. */
public final class FileMutex {

    /** A process may lock a file once, and closing any other channel of the file would end its lock: so one thread at a time. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private final Path file;

    /**
     * The lock of a file, which is made if it does not exist. Its content means nothing.
     *
     * @param name of the file in {@code folder}, which exists
     */
    public FileMutex(Path folder, String name) {
        this.file = folder.resolve(name);
    }

    /** What is done while no other thread or process holds the lock. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Waits for the lock, runs {@code work}, and releases the lock. */
    public <T> T holding(Work<T> work) throws IOException {
        THREADS.lock();
        try {
            try (FileChannel channel = FileChannel.open(
                            file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file));
                    FileLock lock = channel.lock()) {
                assert lock.isValid();
                return work.run();
            }
        } finally {
            THREADS.unlock();
        }
    }
}
