package dev.mandate.testkit.referee.corpus;

import io.vavr.collection.Array;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** The files in {@code testkit/corpus}. */
record Corpus(Path folder) {

    static final Corpus CHECKED_IN = new Corpus(Path.of("..", "corpus"));

    /** The stride of the sample that {@code verify} replays; odd, so that it has both kinds. */
    static final int SAMPLE_STRIDE = 75;

    private static final int LINES_PER_FILE = 2_500;

    CorpusSetup setup() {
        return CorpusSetup.read(JsonMapper.shared().readTree(folder.resolve("setup.json").toFile()));
    }

    Array<Path> files() {
        return Array.rangeClosed(1, 4).map(number -> folder.resolve("sequences-" + number + ".jsonl.gz"));
    }

    /** Returns every {@code stride}th line, from the first of each file on. */
    Array<String> lines(int stride) {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
                int number = 0;
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (number++ % stride == 0) {
                        lines.add(line);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Array.ofAll(lines);
    }

    void write(CorpusSetup setup, Array<String> lines) {
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve("setup.json"), JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(setup.write()) + "\n");
            for (Path file : files()) {
                int from = files().indexOf(file) * LINES_PER_FILE;
                try (OutputStream out = best(Files.newOutputStream(file))) {
                    out.write(lines.slice(from, from + LINES_PER_FILE)
                            .map(line -> line + "\n")
                            .mkString()
                            .getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GZIPOutputStream best(OutputStream out) throws IOException {
        return new GZIPOutputStream(out) {
            {
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        };
    }
}
