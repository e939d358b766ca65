package dev.mandate.app.serve;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.app.serve.ServeSettings.SimulatedClock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * Reads settings into what they mean, and remembers everything that is wrong, so that it can be told at once, beside what was wrong with
 * how they were said.
 * What is wrong is read as something else. Values that may be secret are not repeated. Mutable; serves one start.
 */
final class SettingChecks {

    /** The word for a clock that goes as the machine's does. */
    static final String MACHINE_CLOCK = "machine";

    /** What is looked up nowhere: four numbers, or something with colons. */
    private static final Pattern IP_ADDRESS = Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?!$)|$)){4}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private static final Pattern ORIGIN =
            Pattern.compile("(http(?!\\S*:80$)|https(?!\\S*:443$))://([a-z0-9.-]+|\\[[0-9a-f:]+\\])(:[0-9]{1,5})?");

    private final SettingValues values;
    private Array<String> problems;

    SettingChecks(SettingValues values) {
        this.values = values;
        this.problems = values.problems();
    }

    Array<String> problems() {
        return problems;
    }

    void reject(Setting setting, String why) {
        problems = problems.append(setting.flag() + " " + why);
    }

    String text(Setting setting) {
        return values.of(setting);
    }

    <T> T word(Setting setting, Map<String, T> options) {
        return options.get(values.of(setting)).getOrElse(() -> {
            reject(setting, "must be one of " + options.keySet().mkString(" or "));
            return options.head()._2;
        });
    }

    int number(Setting setting, int least, int most) {
        String text = values.of(setting);
        boolean fits = text.matches("[0-9]{1,9}")
                && Integer.parseInt(text) >= least
                && Integer.parseInt(text) <= most;
        if (!fits) {
            reject(setting, "must be a whole number from %s to %s".formatted(least, most));
        }
        return fits ? Integer.parseInt(text) : least;
    }

    BaseUnits amount(Setting setting) {
        Either<BaseUnits.Problem, BaseUnits> amount = BaseUnits.parse(values.of(setting));
        amount.swap().forEach(problem -> reject(setting, "must be an amount of lamports, in decimal digits"));
        return amount.getOrElse(BaseUnits.ZERO);
    }

    Option<Address> address(Setting setting) {
        String text = values.of(setting);
        if (text.isEmpty()) {
            return Option.none();
        }
        Either<Address.Problem, Address> address = Address.parse(text);
        address.swap().forEach(problem -> reject(setting, "must be an address, base58 of 32 bytes"));
        return address.toOption();
    }

    Option<InetAddress> host(Setting setting) {
        // Of an empty name Java makes the loopback.
        Option<InetAddress> host = Option.some(values.of(setting)).filter(name -> !name.isEmpty()).flatMap(SettingChecks::resolved);
        if (host.isEmpty()) {
            reject(setting, "is no address of this machine that anybody knows");
        }
        return host;
    }

    private static Option<InetAddress> resolved(String name) {
        try {
            return Option.some(InetAddress.getByName(name));
        } catch (UnknownHostException e) {
            return Option.none();
        }
    }

    Path folder(Setting setting) {
        String text = values.of(setting);
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            // Said below.
        }
        reject(setting, "must be a folder");
        return Path.of(setting.standard());
    }

    /** Where the database is; none for SQLite, in the folder of the data. */
    Option<PostgresSettings> store(Setting setting) {
        String text = values.of(setting);
        if (text.equals(setting.standard())) {
            return Option.none();
        }
        if (!text.startsWith(PostgresSettings.SCHEME)) {
            reject(setting, "must be " + setting.standard() + " or " + PostgresSettings.SCHEME + "//HOST:PORT/DATABASE?user=...");
            return Option.none();
        }
        Either<StoreProblem, PostgresSettings> settings = PostgresSettings.parse(text);
        settings.swap().forEach(problem -> reject(setting, "is refused: " + problem.text()));
        return settings.toOption();
    }

    /** The machine's, or a time of RFC 3339 in UTC at which the clock stands. */
    SimulatedClock clock(Setting setting) {
        String text = values.of(setting);
        if (text.equals(MACHINE_CLOCK)) {
            return new SimulatedClock.LikeTheMachine();
        }
        try {
            return new SimulatedClock.Standing(new UnixTime(Instant.parse(text).getEpochSecond()));
        } catch (DateTimeParseException e) {
            reject(setting, "must be " + MACHINE_CLOCK + " or a time such as 2026-01-01T00:00:00Z");
            return new SimulatedClock.LikeTheMachine();
        }
    }

    /** As Java spells the address of whoever is connected. */
    Set<String> ipAddresses(Setting setting) {
        Array<String> items = Array.of(values.of(setting).split(",")).map(String::strip).filter(item -> !item.isEmpty());
        Array<InetAddress> addresses = items.filter(item -> IP_ADDRESS.matcher(item).matches()).flatMap(SettingChecks::resolved);
        if (addresses.size() < items.size()) {
            reject(setting, "must be IP addresses, comma separated: neither names nor networks");
        }
        return addresses.map(InetAddress::getHostAddress).toSet();
    }

    /** Origins as browsers spell them (RFC 6454, section 6.2). */
    Set<String> origins(Setting setting) {
        Array<String> items = Array.of(values.of(setting).split(",")).map(String::strip).filter(item -> !item.isEmpty());
        if (!items.forAll(item -> ORIGIN.matcher(item).matches())) {
            reject(setting, "must be origins such as https://app.example.com, comma separated, without a path or a port that is the scheme's own");
        }
        return items.toSet();
    }

    /** That the setting is as it is by default, since nothing else is offered. */
    void only(Setting setting, String offered, String why) {
        if (!values.of(setting).equals(offered)) {
            reject(setting, offered.isEmpty() ? "is not offered: " + why : "must be " + offered + ", " + why);
        }
    }
}
