package encore.kernel.reports.data;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of an idol, and of its fans by gender, age and country, the largest first. */
public record IdolDetailsReport(
        @JsonUnwrapped IdolRow idol, Map<String, Long> gender, Map<String, Long> age, Map<String, Long> topCountries) {

    public IdolDetailsReport {
        gender = ordered(gender);
        age = ordered(age);
        topCountries = ordered(topCountries);
    }

    private static Map<String, Long> ordered(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }
}
