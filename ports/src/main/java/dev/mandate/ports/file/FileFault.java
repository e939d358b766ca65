package dev.mandate.ports.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Messages for failures of the file system, worded like those of a shell. */
public final class FileFault {

    private FileFault() {}

    /**
     * One line, such as {@code /data: permission denied}.
     *
     * @param fault from reading, writing or creating a file or folder
     */
    public static String text(IOException fault) {
        return fault instanceof FileSystemException named ? named.getFile() + ": " + reason(named) : said(fault.getMessage());
    }

    private static String reason(FileSystemException fault) {
        return switch (fault) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException missing -> "there is no such file or folder";
            case FileAlreadyExistsException other -> "there is something else of that name";
            case NotDirectoryException file -> "it is no folder";
            default -> said(fault.getReason());
        };
    }

    private static String said(@Nullable String reason) {
        return reason == null ? "the file system does not say why" : reason.replace('\n', ' ');
    }
}
