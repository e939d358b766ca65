package dev.mandate.engine.authority;

import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.collection.TreeMap;
import java.lang.reflect.Proxy;

/** Counts the calls of ports by an engine. A name tells the kind of a row that is read, and the size of a commit. */
final class CountedCalls {

    private final AuthorityFixture fixture;
    private TreeMap<String, Integer> calls = TreeMap.empty();

    CountedCalls(AuthorityFixture fixture) {
        this.fixture = fixture;
    }

    /** An engine whose calls are counted. */
    Engines engine() {
        AuthorityPorts ports = fixture.ports();
        AuthorityPorts counted = new AuthorityPorts(
                counted(KeyVault.class, ports.vault()),
                counted(AuthorityKeys.class, ports.keys()),
                counted(TokenHash.class, ports.ids()),
                ports.email().map(email -> new EmailPorts(
                        counted(CredentialSealer.class, email.sealer()), counted(OneTimeCodes.class, email.codes()), email.mail())));
        return fixture.engine(fixture.chain, counted(Journal.class, fixture.journal), counted);
    }

    private <T> T counted(Class<T> port, T real) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
            String of = switch (arguments == null ? method : arguments[0]) {
                case Commit commit -> " of %s rows and %s messages".formatted(commit.rows().size(), commit.messages().size());
                case RowKey key -> " of " + key.kind();
                case Object other -> "";
            };
            calls = calls.put(port.getSimpleName() + "." + method.getName() + of, 1, Integer::sum);
            return method.invoke(real, arguments);
        }));
    }

    void reset() {
        calls = TreeMap.empty();
    }

    int of(String name) {
        return calls.get(name).getOrElse(0);
    }

    @Override
    public String toString() {
        return calls.toString();
    }
}
