package encore.kernel.registrations;

/** The answer to the recording of a registration. */
public record RecordedRegistration(String registrationKey, long fanId) {}
