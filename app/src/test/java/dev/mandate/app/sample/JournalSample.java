package dev.mandate.app.sample;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.sample.JournalText.Dialect;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Properties;

/**
 * A journal that an earlier state of the program wrote, for both stores.
 *
 * @param folder of its files
 */
public record JournalSample(Path folder) {

    private static final Path ALL = Path.of("src/test/resources/journal-samples");
    private static final String FACTS = "sample.properties";
    private static final String CHAIN = "chain.txt";

    /** All samples, the oldest first. */
    public static Array<JournalSample> all() {
        return Array.of(ALL.toFile().listFiles(File::isDirectory))
                .map(folder -> new JournalSample(folder.toPath()))
                .sortBy(JournalSample::number);
    }

    static JournalSample of(int number) {
        return new JournalSample(ALL.resolve(Integer.toString(number)));
    }

    private int number() {
        return Integer.parseInt(folder.getFileName().toString());
    }

    /** What a test asks for. */
    enum Fact {
        /** Seconds since 1970, when it was written. */
        NOW,
        /** The token of an API key. */
        API_KEY,
        ACCOUNT,
        SUBMISSION,
        LIMIT,
        /** The account that was ordered with {@link SampleScript#ORDER_KEY}. */
        ORDERED
    }

    String fact(Fact fact) {
        Properties facts = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve(FACTS))) {
            facts.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return facts.getProperty(fact.name());
    }

    UnixTime now() {
        return new UnixTime(Long.parseLong(fact(Fact.NOW)));
    }

    /** Puts the journal into the folder {@code data}. */
    public void restoreInto(Path data) throws IOException, SQLException {
        try (Connection connection = sqlite(data)) {
            JournalText.restore(text(Dialect.SQLITE), connection);
        }
    }

    static Connection sqlite(Path data) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
    }

    /** Puts the journal into the PostgreSQL schema at {@code url}. */
    void restoreInto(String url) throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            JournalText.restore(text(Dialect.POSTGRES), connection);
        }
    }

    private String text(Dialect dialect) throws IOException {
        return Files.readString(folder.resolve(dialect.file()));
    }

    /** The operator's secret, in a file of {@code data} that only its owner can read. */
    public static OperatorSecret secret(Path data) throws IOException {
        Path file = Files.copy(ALL.resolve(OperatorSecret.NAME), data.resolve(OperatorSecret.NAME));
        var unused = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return OperatorSecret.open(file).get();
    }

    /** A chain with the accounts that the journal speaks of. */
    SimulatedChain chain() throws IOException {
        SimulatedChain chain = new SimulatedChain(SampleService.START);
        chain.advance(now().secondsSince(SampleService.START));
        for (String line : Files.readAllLines(folder.resolve(CHAIN))) {
            String[] parts = line.split(" ", -1);
            Bytes data = Bytes.of(Base64.getDecoder().decode(parts[3]));
            chain.put(
                    Address.parse(parts[0]).get(),
                    new AccountData(BaseUnits.parse(parts[1]).get(), Address.parse(parts[2]).get(), data, false));
        }
        return chain;
    }

    /** What the program wrote. The facts and the chain are the same for both stores. */
    record Written(String text, Map<Fact, String> facts, Array<String> chain) {}

    /** Writes the files. */
    void write(Map<Dialect, Written> stores) throws IOException {
        var unused = Files.createDirectories(folder);
        for (var store : stores) {
            Files.writeString(folder.resolve(store._1.file()), store._2.text());
            Files.write(folder.resolve(FACTS), store._2.facts().toArray().map(fact -> fact._1 + "=" + fact._2).sorted());
            Files.write(folder.resolve(CHAIN), store._2.chain());
        }
    }
}
