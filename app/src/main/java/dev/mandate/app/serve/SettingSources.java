package dev.mandate.app.serve;

import dev.mandate.ports.file.FileFault;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;

/** The values of settings without flags: from the environment variable, otherwise from the properties file, otherwise the default. */
final class SettingSources {

    private static final String PREFIX = "MANDATE_";
    /** For the project's own tests only. */
    private static final String TEST_PREFIX = "MANDATE_TEST_";

    /** Variables that Kubernetes sets in every container for a Service whose name starts with "mandate". They are not settings. */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            PREFIX + "(\\w+_)?(SERVICE_HOST=.*|SERVICE_PORT(_\\w+)?=.*|PORT(_\\d+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://.*"
                    + "|PORT_\\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)=.*)");

    private Map<Setting, String> values = HashMap.empty();
    private Array<String> problems = Array.empty();

    SettingSources(Map<String, String> environment, Option<Path> config) {
        readEnvironment(environment.filterKeys(name -> name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX)));
        config.forEach(this::readFile);
    }

    String of(Setting setting) {
        return values.getOrElse(setting, setting.defaultValue());
    }

    /** Returns unknown names and unreadable sources. */
    Array<String> problems() {
        return problems;
    }

    private void readEnvironment(Map<String, String> ours) {
        values = ours.flatMap((name, value) -> Setting.ofVariable(name).map(setting -> Tuple.of(setting, value)));
        problems = ours.filter((name, value) -> Setting.ofVariable(name).isEmpty()
                        && !SERVICE_LINK.matcher(name + "=" + value).matches())
                .keySet()
                .toArray()
                .sorted()
                .map(name -> "the environment variable " + name + " is no setting");
    }

    private void readFile(Path config) {
        UniqueProperties properties = new UniqueProperties();
        try (Reader reader = Files.newBufferedReader(config, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (CharacterCodingException | IllegalArgumentException e) {
            problems = problems.append("--config " + config + " cannot be read as properties");
            return;
        } catch (IOException e) {
            problems = problems.append("--config " + FileFault.text(e));
            return;
        }
        for (String name : Array.ofAll(properties.stringPropertyNames()).sorted()) {
            Option<Setting> setting = Setting.ofFlag("--" + name);
            if (setting.isEmpty()) {
                problems = problems.append("in " + config + " " + name + " is no setting");
            } else {
                values = values.merge(HashMap.of(setting.get(), properties.getProperty(name).strip()));
            }
        }
        problems = problems.appendAll(
                properties.repeated.distinct().map(name -> "in " + config + " " + name + " is said more than once"));
    }

    /** Properties that record duplicate names; {@link Properties} keeps only the last value. */
    private static final class UniqueProperties extends Properties {

        private static final long serialVersionUID = 1;

        private transient Array<String> repeated = Array.empty();

        @Override
        public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
                repeated = repeated.append(key.toString());
            }
            return super.put(key, value);
        }
    }
}
