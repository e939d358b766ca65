package dev.mandate.samples.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class CustodyApplicationTest {

    private static final String KEY = "a-key-for-trying-out";
    private static final String TERMS = """
            {"threshold": 2, "smart_account_signers": [
              {"address": "FTDV3fNJ98xT5pZXfxfTKMkPMHV78tM2D18jsWTcwZoE", "permissions": ["CAN_INITIATE", "CAN_VOTE", "CAN_EXECUTE"]},
              {"address": "8qFpcmqXxtjpFPGS3kPV3ni15vZYbTB5wXuZDTZEDJCm", "permissions": ["CAN_VOTE"]}]}""";

    @Test
    @Tag("full")
    void theApiIsMountedAndTheApplicationReadsTheSameAccount(@TempDir Path folder) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                CustodyApplication.class,
                "--server.port=0",
                "--custody.folder=" + folder,
                "--custody.passphrase=correct horse",
                "--custody.api-key=" + KEY)) {
            String base = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");

            HttpResponse<String> made = send(base + "/api/v1/smart-accounts", "POST", TERMS);
            assertEquals(201, made.statusCode(), made::body);
            Matcher account = Pattern.compile("\"smart_account_address\":\"(\\w+)\"").matcher(made.body());
            assertTrue(account.find(), made::body);

            HttpResponse<String> read = send(base + "/signers/" + account.group(1), "GET", "");
            assertEquals(200, read.statusCode(), read::body);
            assertTrue(read.body().contains("\"threshold\":2"), read::body);

            HttpResponse<String> unknown = send(base + "/signers/FTDV3fNJ98xT5pZXfxfTKMkPMHV78tM2D18jsWTcwZoE", "GET", "");
            assertEquals(404, unknown.statusCode(), unknown::body);
            assertTrue(unknown.body().contains("unknown_account"), unknown::body);

            assertEquals(200, send(base + "/health/ready", "GET", "").statusCode());
        }
    }

    private static HttpResponse<String> send(String url, String method, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("authorization", "Bearer " + KEY)
                .header("x-service-network", "devnet")
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
