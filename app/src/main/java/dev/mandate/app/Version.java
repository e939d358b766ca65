package dev.mandate.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, written by the build itself. */
public final class Version implements IVersionProvider {

    /** Returns one line: the name and the version. */
    @Override
    public String[] getVersion() {
        return new String[] {"mandate " + current()};
    }

    /** Returns the version, such as {@code 0.1.0-SNAPSHOT}. */
    public static String current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IllegalStateException("build.properties is not on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = properties.getProperty("version");
        if (version == null) {
            throw new IllegalStateException("build.properties names no version");
        }
        return version;
    }
}
