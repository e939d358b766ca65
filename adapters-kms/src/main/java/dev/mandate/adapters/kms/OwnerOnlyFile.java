package dev.mandate.adapters.kms;

import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A small file that only its owner can read: written once, as a whole, and never changed. On a file system without such permissions
 * (Windows) protect the folder instead.
 */
final class OwnerOnlyFile {

    private static final Set<PosixFilePermission> OWNERS_OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path path;

    OwnerOnlyFile(Path path) {
        this.path = path;
    }

    /** Its whole content, at most {@code limit} bytes. */
    Either<KeyFileProblem, byte[]> read(int limit) {
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

    /**
     * Creates the file with {@code content} unless it exists. It is on the disk before this returns, and no reader ever finds a part of it.
     *
     * @return why it could not be created; none also if another process was faster
     */
    Option<KeyFileProblem> createOnce(byte[] content) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            return Option.some(new KeyFileProblem.Unusable(path, "not a file's name"));
        }
        try {
            OwnerOnly.makeFolder(folder);
            // A unique name, so that two processes that begin at once do not write into the same file.
            Path draft = Files.createTempFile(folder, path.getFileName() + ".", ".new", OwnerOnly.file(path));
            try {
                write(draft, content);
                // Unlike a rename, a link never replaces what is there.
                Files.createLink(path, draft);
            } catch (FileAlreadyExistsException e) {
                return Option.none();
            } finally {
                Files.delete(draft);
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
