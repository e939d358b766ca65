package dev.mandate.adapters.kms;

import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * A small file that only its owner can read, always written as a whole. On a file system without such permissions (Windows) protect the
 * folder instead.
 */
public final class OwnerOnlyFile {

    private static final Set<PosixFilePermission> OWNERS_OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private static final int LONGEST_LINE = 1_024;

    /** The end of a draft's name. */
    private static final String DRAFT = ".new";

    private final Path path;

    public OwnerOnlyFile(Path path) {
        this.path = path;
    }

    /** The content of a file of one line, without the end of the line: a passphrase or a PIN. */
    public Either<KeyFileProblem, byte[]> readLine() {
        return read(LONGEST_LINE).flatMap(content -> {
            int length = content.length;
            while (length > 0 && (content[length - 1] == '\n' || content[length - 1] == '\r')) {
                length--;
            }
            return length == 0
                    ? Either.left(new KeyFileProblem.Damaged(path, "empty"))
                    : Either.right(Arrays.copyOf(content, length));
        });
    }

    /** Its whole content, at most {@code limit} bytes. */
    public Either<KeyFileProblem, byte[]> read(int limit) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            Option<KeyFileProblem> open = openToOthers();
            if (open.isDefined()) {
                return Either.left(open.get());
            }
            if (channel.size() > limit) {
                return Either.left(new KeyFileProblem.Damaged(path, channel.size() + " bytes long"));
            }
            ByteBuffer content = ByteBuffer.allocate((int) channel.size());
            while (content.hasRemaining() && channel.read(content) >= 0) {
                // until it is full
            }
            return Either.right(content.array());
        } catch (NoSuchFileException e) {
            return Either.left(new KeyFileProblem.Missing(path));
        } catch (IOException e) {
            return Either.left(new KeyFileProblem.Unusable(path, FileFault.text(e)));
        }
    }

    private Option<KeyFileProblem> openToOthers() throws IOException {
        if (!knowsOwners()) {
            return Option.none();
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        return Option.when(
                !OWNERS_OWN.containsAll(permissions),
                new KeyFileProblem.OpenToOthers(path, PosixFilePermissions.toString(permissions)));
    }

    /** Puts {@code content} in the place of the old content. It is on the disk before this returns; a crash leaves one of the two. */
    public Option<KeyFileProblem> replace(byte[] content) {
        return written(content, draft -> Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE));
    }

    /**
     * Creates the file with {@code content} unless it exists. It is on the disk before this returns, and no reader ever finds a part of it.
     *
     * @return why it could not be created; none also if another process was faster
     */
    public Option<KeyFileProblem> createOnce(byte[] content) {
        // Unlike a rename, a link never replaces what is there.
        return written(content, draft -> {
            try {
                Files.createLink(path, draft);
            } catch (FileAlreadyExistsException e) {
                // Another process was faster.
            }
        });
    }

    /** Deletes the file, if it exists. It is gone from the disk before this returns. */
    public Option<KeyFileProblem> delete() {
        Path folder = path.toAbsolutePath().getParent();
        try {
            if (Files.deleteIfExists(path) && folder != null) {
                syncFolder(folder);
            }
            return Option.none();
        } catch (IOException e) {
            return Option.some(new KeyFileProblem.Unusable(path, FileFault.text(e)));
        }
    }

    /** Deletes drafts of this file, and of files whose name continues its name after a dot, that a crash has left. No other process writes one. */
    public Option<KeyFileProblem> deleteDrafts() {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return Option.none();
        }
        String begin = path.getFileName() + ".";
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(
                folder, file -> file.getFileName().toString().startsWith(begin) && file.getFileName().toString().endsWith(DRAFT))) {
            for (Path draft : drafts) {
                Files.deleteIfExists(draft);
            }
            return Option.none();
        } catch (IOException | DirectoryIteratorException e) {
            return Option.some(new KeyFileProblem.Unusable(path, "a draft of it beside it can't be deleted"));
        }
    }

    /** Gives a complete draft the file's name. */
    private interface Naming {
        void of(Path draft) throws IOException;
    }

    private Option<KeyFileProblem> written(byte[] content, Naming naming) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            return Option.some(new KeyFileProblem.Unusable(path, "not a file's name"));
        }
        try {
            makeFolder(folder);
            // A unique name, so that two processes that begin at once do not write into the same file.
            Path draft = Files.createTempFile(folder, path.getFileName() + ".", DRAFT, OwnerOnly.file(path));
            try {
                write(draft, content);
                naming.of(draft);
            } finally {
                Files.deleteIfExists(draft);
            }
            syncFolder(folder);
            return Option.none();
        } catch (IOException e) {
            return Option.some(new KeyFileProblem.Unusable(path, FileFault.text(e)));
        } catch (RuntimeException e) {
            // So a file system says that it has no links, say, which make a file whole or not at all.
            return Option.some(new KeyFileProblem.Unusable(path, "its file system cannot do what that takes"));
        }
    }

    private void makeFolder(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent != null && !Files.isDirectory(folder)) {
            makeFolder(parent);
            OwnerOnly.makeFolder(folder);
            syncFolder(parent);
        }
    }

    private boolean knowsOwners() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    /** The file's name is on the disk only when its folder is. Windows opens no folders, and needs no such thing. */
    private void syncFolder(Path folder) throws IOException {
        if (knowsOwners()) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
