package dev.mandate.benchmarks.load;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A server on a simulated chain, asked over a connection with an API key. */
final class SimulatedServer implements Scene.Venue {

    private final Connection line;
    private final String key;

    SimulatedServer(Connection line, String key) {
        this.line = line;
        this.key = key;
    }

    /** The whole of a request, as it is sent. */
    byte[] request(Scene.Asked asked) {
        return Connection.request("POST", asked.path(), key, asked.body());
    }

    @Override
    public String answer(Scene.Asked asked) throws IOException {
        Connection.Answer answer = line.exchange(request(asked));
        String text = new String(answer.body().toArray(), StandardCharsets.UTF_8);
        if (answer.status() >= 300) {
            throw new IOException(asked.path() + " answered " + text);
        }
        return text;
    }

    @Override
    public void fund(Address address, BaseUnits lamports) throws IOException {
        String given = answer(new Scene.Asked(
                "/api/v1/simulated/fund", "{\"address\":\"%s\",\"lamports\":\"%s\"}".formatted(address, lamports)));
        if (!given.contains(lamports.toString())) {
            throw new IOException("not funded: " + given);
        }
    }
}
