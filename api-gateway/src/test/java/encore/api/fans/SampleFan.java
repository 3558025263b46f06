package encore.api.fans;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** A fan as the query side would answer it. */
public final class SampleFan {

    private SampleFan() {}

    public static Fan numbered(long number) {
        Instant made = Instant.parse("2026-03-01T12:00:00Z");
        return FanBuilder.builder()
                .fanId(number)
                .accountId(7)
                .creationTimestamp(made)
                .lastUpdateTimestamp(made)
                .fields(null)
                .hasPassword(true)
                .name("Ann Bell")
                .firstName("Ann")
                .lastName("Bell")
                .displayName("annie")
                .isConfirmed(true)
                .email("ann@x.example")
                .province("MA")
                .latitude(42.36)
                .longitude(-71.06)
                .countryCode("US")
                .city("Boston")
                .isSubscribed(true)
                .isPhoneSubscribed(false)
                .rating(5)
                .phone("+12025550101")
                .birthDate(LocalDate.parse("1990-05-17"))
                .postalCode("02101")
                .fanSource("web")
                .gender("female")
                .optedInBusinessIds(List.of(5L))
                .build();
    }
}
