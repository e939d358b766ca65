package dev.mandate.conformance.service;

import java.time.Duration;

/** Lets time pass between two attempts. */
@FunctionalInterface
public interface Waiting {

    void pause(Duration duration);
}
