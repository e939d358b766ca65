package dev.mandate.ports.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** New files and folders that only their owner may read. A file system without such permissions (Windows) makes them as any other. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /** Makes {@code folder}, and those above it that are missing, as {@code rwx------}. A folder that exists keeps its permissions. */
    public static void makeFolder(Path folder) throws IOException {
        var unused = Files.createDirectories(folder, attributes(folder, "rwx------"));
    }

    /** The attributes, {@code rw-------}, to make {@code file} with. */
    public static FileAttribute<?>[] file(Path file) {
        return attributes(file, "rw-------");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
