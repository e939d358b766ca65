package dev.mandate.ports.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files and folders that only their owner can read. Without POSIX permissions (Windows) they get the default permissions. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /** Creates {@code folder} and its missing parents as {@code rwx------}. An existing folder keeps its permissions. */
    public static void makeFolder(Path folder) throws IOException {
        var unused = Files.createDirectories(folder, attributes(folder, "rwx------"));
    }

    /** The attributes {@code rw-------} for creating {@code file}. */
    public static FileAttribute<?>[] file(Path file) {
        return attributes(file, "rw-------");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
