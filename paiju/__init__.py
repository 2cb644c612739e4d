"""paiju (牌局): one engine, one notation and one protocol for five card games."""
