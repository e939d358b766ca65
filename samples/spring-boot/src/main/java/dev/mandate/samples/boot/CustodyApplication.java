package dev.mandate.samples.boot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A Spring Boot application that holds accounts: the engine is a bean, and the HTTP API is mounted beside its own endpoints. */
@SpringBootApplication
public class CustodyApplication {

    public static void main(String[] args) {
        SpringApplication.run(CustodyApplication.class, args);
    }
}
