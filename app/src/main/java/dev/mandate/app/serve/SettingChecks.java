package dev.mandate.app.serve;

import dev.mandate.adapters.kms.aws.KmsLocation;
import dev.mandate.adapters.kms.pkcs11.TokenUri;
import dev.mandate.adapters.mail.MailSettings;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.app.serve.ServeSettings.SimulatedClock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Parses settings and collects a line for each malformed one, which is replaced by its default. The lines never repeat a value,
 * which may be secret. Mutable; for one start.
 */
final class SettingChecks {

    /** The word for a clock that follows the machine's. */
    static final String MACHINE_CLOCK = "machine";

    /** Four numbers, or a text with colons: for these Java makes no name lookup. */
    private static final Pattern IP_ADDRESS = Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private static final Pattern DOMAIN = Pattern.compile("localhost|([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final Pattern ORIGIN =
            Pattern.compile("(http(?!\\S*:80$)|https(?!\\S*:443$))://([a-z0-9.-]+|\\[[0-9a-f:]+\\])(:[0-9]{1,5})?");

    /** What stands before the certificate's hash in the origin of a native Android app. */
    static final String ANDROID_APP = "android:apk-key-hash:";

    private static final Pattern PASSKEY_ORIGIN = Pattern.compile(ORIGIN.pattern() + "|" + ANDROID_APP + "[A-Za-z0-9_-]{43}");

    private final Map<Setting, String> values;
    private Array<String> problems = Array.empty();

    SettingChecks(Map<Setting, String> values) {
        this.values = values;
    }

    Array<String> problems() {
        return problems;
    }

    void reject(Setting setting, String why) {
        problems = problems.append(setting.flag() + " " + why);
    }

    String text(Setting setting) {
        return values.getOrElse(setting, setting.defaultValue());
    }

    /** @param rule follows the flag's name in the line about a malformed value */
    private <T> T parsed(Setting setting, String rule, Function<String, Option<T>> parser) {
        return parser.apply(text(setting)).getOrElse(() -> {
            reject(setting, rule);
            return parser.apply(setting.defaultValue()).get();
        });
    }

    /** @param parser of a value that is not empty; an empty one stands for none */
    private <T> Option<T> optional(Setting setting, String rule, Function<String, Option<T>> parser) {
        return parsed(setting, rule, text -> text.isEmpty() ? Option.some(Option.none()) : parser.apply(text).map(Option::some));
    }

    /** One of the constants of {@code type}, in lower case. */
    <T extends Enum<T>> T word(Setting setting, Class<T> type) {
        return word(setting, Array.of(type.getEnumConstants()).toLinkedMap(constant -> constant.name().toLowerCase(Locale.ROOT), constant -> constant));
    }

    <T> T word(Setting setting, Map<String, T> options) {
        return parsed(setting, "must be one of " + options.keySet().mkString(" or "), options::get);
    }

    int number(Setting setting, int least, int most) {
        return parsed(setting, "must be a whole number from %s to %s".formatted(least, most), text ->
                wholeNumber(text, least, most));
    }

    Option<Integer> optionalNumber(Setting setting, int least, int most) {
        return optional(setting, "must be a whole number from %s to %s".formatted(least, most), text -> wholeNumber(text, least, most));
    }

    private static Option<Integer> wholeNumber(String text, int least, int most) {
        return Option.some(text)
                .filter(digits -> digits.matches("[0-9]{1,9}"))
                .map(Integer::parseInt)
                .filter(number -> number >= least && number <= most);
    }

    BaseUnits amount(Setting setting) {
        return parsed(setting, "must be an amount of lamports, in decimal digits", text -> BaseUnits.parse(text).toOption());
    }

    Option<Address> address(Setting setting) {
        return optional(setting, "must be an address, base58 of 32 bytes", text -> Address.parse(text).toOption());
    }

    Option<MailSettings> mail(Setting setting) {
        return optional(setting, "must be " + MailSettings.FORMS + "; a sender may be missing only on loopback", MailSettings::parse);
    }

    /** A domain name in lower case, or localhost. */
    Option<String> domain(Setting setting) {
        return optional(setting, "must be a domain in lower case, such as example.com, or localhost", text ->
                Option.some(text).filter(name -> DOMAIN.matcher(name).matches()));
    }

    InetAddress host(Setting setting) {
        // Java resolves an empty name to the loopback address.
        return parsed(setting, "must be an address of this machine, or a name of one", text ->
                Option.when(!text.isEmpty(), text).flatMap(SettingChecks::resolved));
    }

    private static Option<InetAddress> resolved(String name) {
        return Try.of(() -> InetAddress.getByName(name)).toOption();
    }

    Path folder(Setting setting) {
        return parsed(setting, "must be a folder", text ->
                Option.when(!text.isEmpty(), text).flatMap(SettingChecks::path));
    }

    Option<Path> file(Setting setting) {
        return optional(setting, "must be a file", SettingChecks::path);
    }

    private static Option<Path> path(String text) {
        return Try.of(() -> Path.of(text)).toOption();
    }

    /** @param files keys in sealed files */
    KeyStorage keys(Setting setting, KeyStorage.SealedFiles files) {
        String text = text(setting);
        Either<String, KeyStorage> place = text.startsWith(TokenUri.SCHEME)
                ? TokenUri.parse(text).map(KeyStorage.Pkcs11Token::new)
                : text.startsWith(KmsLocation.SCHEME)
                        ? KmsLocation.parse(text).map(KeyStorage.AwsKms::new)
                        : text.equals(setting.defaultValue())
                                ? Either.right(files)
                                : Either.left("must be file, pkcs11:TOKEN or aws-kms:REGION");
        return place.peekLeft(rule -> reject(setting, rule)).getOrElse(files);
    }

    /** Returns the database's settings; none for SQLite in the data folder. */
    Option<PostgresSettings> store(Setting setting) {
        String text = text(setting);
        if (text.equals(setting.defaultValue())) {
            return Option.none();
        }
        if (!text.startsWith(PostgresSettings.SCHEME)) {
            reject(setting, "must be " + setting.defaultValue() + " or " + PostgresSettings.SCHEME + "//HOST:PORT/DATABASE?user=...");
            return Option.none();
        }
        return PostgresSettings.parse(text)
                .peekLeft(problem -> reject(setting, "is refused: " + problem.text()))
                .toOption();
    }

    /** Returns the machine's clock, or a fixed RFC 3339 time in UTC. */
    SimulatedClock clock(Setting setting) {
        return parsed(setting, "must be " + MACHINE_CLOCK + " or a time such as 2026-01-01T00:00:00Z", text ->
                text.equals(MACHINE_CLOCK)
                        ? Option.some(new SimulatedClock.LikeTheMachine())
                        : Try.of(() -> Instant.parse(text).getEpochSecond())
                                .toOption()
                                .map(seconds -> new SimulatedClock.Standing(new UnixTime(seconds))));
    }

    /** In the format in which Java writes a peer's address. */
    Set<String> ipAddresses(Setting setting) {
        return parsed(setting, "must be IP addresses, comma separated: neither names nor networks", text ->
                Option.sequence(items(text).map(item -> Option.some(item)
                                .filter(address -> IP_ADDRESS.matcher(address).matches())
                                .flatMap(SettingChecks::resolved)))
                        .map(addresses -> addresses.map(InetAddress::getHostAddress).toSet()));
    }

    /** Returns origins in the browsers' format (RFC 6454, section 6.2). */
    Set<String> origins(Setting setting) {
        return origins(setting, ORIGIN, "");
    }

    /** Origins of pages, and of native Android apps: the SHA-256 of the certificate by which they are signed. */
    Set<String> passkeyOrigins(Setting setting) {
        return origins(
                setting, PASSKEY_ORIGIN, ", or android:apk-key-hash: and the 43 characters of a SHA-256 in base64url without padding");
    }

    private Set<String> origins(Setting setting, Pattern allowed, String besides) {
        return parsed(
                setting,
                "must be origins such as https://app.example.com, comma separated, without a path or a port that is the scheme's own" + besides,
                text -> Option.some(items(text))
                        .filter(items -> items.forAll(item -> allowed.matcher(item).matches()))
                        .map(Array::toSet));
    }

    /** URLs of http or https with a host; a path and a query may follow. */
    Array<URI> urls(Setting setting) {
        return parsed(setting, "must be URLs of http or https, comma separated", text ->
                Option.sequence(items(text).map(SettingChecks::url)).map(Seq::toArray));
    }

    private static Option<URI> url(String text) {
        return Try.of(() -> new URI(text))
                .toOption()
                .filter(url -> Array.of("http", "https").contains(url.getScheme())
                        && url.getHost() != null
                        && url.getUserInfo() == null
                        && url.getFragment() == null);
    }

    private static Array<String> items(String text) {
        return Array.of(text.split(",")).map(String::strip).filter(item -> !item.isEmpty());
    }

    /** Rejects all values except the default, the only supported one. */
    void only(Setting setting, String why) {
        if (!text(setting).equals(setting.defaultValue())) {
            reject(setting, "must be " + setting.defaultValue() + ", " + why);
        }
    }
}
